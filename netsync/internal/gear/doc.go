// Package gear is what clocks are put together from: when to ask and whose answer it is, when a frame is, what is kept of samples.
package gear
