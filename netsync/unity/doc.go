// Package unity has Unity's network time: ticks and offsets within them, a client's two times and the providers that advance
// them, and Unity's system as an estimator, [Clock].
//
// It follows a text (MLAPI) in which a game takes all its times from a provider: [TimeProvider]. [TimeDesigns] lists the
// providers that use no engine's clock. A game tells its clocks its own settings as a [GameBasis].
package unity
