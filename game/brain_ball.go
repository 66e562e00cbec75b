package game

// chase goes to where the ball comes down, if that is in its part of the world, and sends it on, more often than not towards
// the middle.
func (b *Brain) chase(see *Scene, l *Level, me *Player) Buttons {
	const parts = 4
	home := l.Width * Length(1+2*(b.player%parts)) / (2 * parts)
	if b.touch != see.Ball.ID || b.dir == 0 {
		b.touch, b.dir = see.Ball.ID, 1
		if (home > l.Width/2) != (b.draw(0, 3) == 0) {
			b.dir = -1
		}
	}
	dir := b.dir
	p, v := see.Ball.Pos, see.Ball.Vel
	for step := 0; step < 2*ballRate && (p.Y > PlayerHeight || v.Y > 0); step++ {
		l.stepBall(&p, &v)
	}
	if off := p.X - home; max(off, -off) > l.Width*3/(4*parts) { // it is for its neighbours
		return towards(me, home)
	}
	away := see.Ball.Pos.Sub(me.Pos)
	if max(away.X, -away.X) > Metre || away.X*Length(dir) < 0 {
		return towards(me, p.X-Length(dir)*Metre/2)
	}
	held := button(dir)
	if away.Y > PlayerHeight && away.Y < PlayerHeight+3*Metre/2 && b.draw(0, 12) == 0 {
		held |= Jump
	}
	return held
}
