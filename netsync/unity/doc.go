// Package unity has Unity's network time: ticks and offsets within them, the two times of a client and what may decide how they go on, and
// Unity's system as an estimator, [Clock].
//
// The text that it is after (MLAPI) has a game take all its times from a provider: [TimeProvider], of which [TimeDesigns] lists those that
// go by no engine's clock. What a game goes by itself it tells its clocks as a [GameBasis].
package unity
