// In place of the module of this name, whose twelve fonts gonum's plots bring along: the lab's plots are written with one of
// them, and the other eleven are a tenth of the program. See ../LICENSE-liberation-fonts.
module codeberg.org/go-fonts/liberation

go 1.23.0
