package session

import "driftlab/scenario"

const AllClients = scenario.AllClients

type Assignment = scenario.Assignment
type Difference = scenario.Difference
type Event = scenario.Event

var FilesFolder = scenario.FilesFolder
var FilesOf = scenario.FilesOf
var Find = scenario.Find

const Format = scenario.Format

type Impulse = scenario.Impulse

var IsShared = scenario.IsShared
var KeepFile = scenario.KeepFile

type Key = scenario.Key

var Keys = scenario.Keys
var LinkKeys = scenario.LinkKeys
var Load = scenario.Load

const MaxClients = scenario.MaxClients
const MaxDuration = scenario.MaxDuration

type NotFoundError = scenario.NotFoundError

var Open = scenario.Open
var Parse = scenario.Parse
var ParseAssignment = scenario.ParseAssignment
var ParseShared = scenario.ParseShared
var ParseWorlds = scenario.ParseWorlds

type Play = scenario.Play
type Say = scenario.Say
type Scenario = scenario.Scenario
type ValueError = scenario.ValueError
