// Package windowed holds the tests that need a real window: the built program on an X server, with a mouse and a keyboard as X
// has them. There are few. All that can be tested by handing the window its input and its time is tested in ui.
package windowed
