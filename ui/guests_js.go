package ui

// rerunGuests has nothing to start: a page starts no program.
func (a *App) rerunGuests() { a.ShowNotice(a.Words.T("bars.no-guest")) }
