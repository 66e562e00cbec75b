
local driftlab = Proto("driftlab", "Driftlab")
local malformed = ProtoExpert.new("driftlab.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
driftlab.experts = {malformed}

-- Fields, by what follows "driftlab." in a filter.

local f = {}
local kinds, messages = {}, {}
for number, kind in pairs(wire.kinds) do kinds[number] = kind.name end
for number, message in pairs(wire.messages) do messages[number] = message.name end

local function define(name, what, label, values, base_)
  if not f[name] then f[name] = ProtoField.new((label:gsub("^%l", string.upper)), "driftlab." .. name, what, values, base_) end
end

local unsigned = {[0] = ftypes.BYTES, ftypes.UINT8, ftypes.UINT16, ftypes.UINT24, ftypes.UINT32, [6] = ftypes.UINT64}
local function type_of(field)
  if field.bytes == 8 then return ftypes.INT64 end
  return field.signed and ftypes.INT32 or unsigned[field.bytes]
end

-- name_of says under which name a field of a kind is found: some mean the same in several kinds.
local shared = {["input.newest tick"] = "tick", ["bulk.clock"] = "clock"}
local function name_of(group, field)
  local full = group .. "." .. field.name
  return shared[full] or full:gsub("[ -]", "_"):lower()
end

define("mark", ftypes.UINT8, "Mark")
define("kind", ftypes.UINT8, "Kind", kinds, base.DEC)
define("kind.name", ftypes.STRING, "Name of the kind")
define("parts", ftypes.UINT8, "Parts", nil, base.HEX)
define("join", ftypes.UINT16, "Join")
define("key", ftypes.UINT24, "Key of the join", nil, base.HEX)
define("stamp", ftypes.UINT24, "Send stamp (8 µs)")
define("tick", ftypes.INT64, "Tick")
define("message", ftypes.UINT8, "Clock message", messages, base.DEC)
define("clock", ftypes.UINT8, "Clock", wire.clocks, base.DEC)
define("clock.name", ftypes.STRING, "Name of the clock")
for _, message in pairs(wire.messages) do
  for _, field in ipairs(message.fields) do define(field.name:lower(), type_of(field), field.name) end
end
for _, kind in pairs(wire.kinds) do
  for _, field in ipairs(kind.fields) do define(name_of(kind.name, field), type_of(field), field.name) end
end
for _, field in ipairs(wire.timeline) do define((field.name:gsub(" ", ".")), type_of(field), field.name) end
for _, field in ipairs(wire.sight) do define(name_of("input", field), type_of(field), field.name) end
define("timelines", ftypes.UINT8, "timelines")
define("welcome.event", ftypes.UINT32, "event")
define("input.buttons", ftypes.UINT8, "buttons", nil, base.HEX)
define("snapshot.stamp", ftypes.UINT24, "stamp of the tick")
define("snapshot.echo", ftypes.UINT32, "echo of an input's sent at (µs)")
define("snapshot.hold", ftypes.INT64, "hold (µs)")
define("snapshot.reports", ftypes.UINT8, "reports")
define("fault", ftypes.STRING, "Fault")
define("rest", ftypes.BYTES, "Not dissected")

local all = {}
for _, field in pairs(f) do all[#all + 1] = field end
driftlab.fields = all

-- A reader takes numbers off the front of a datagram and shows them. The first fault stays; after it every number is 0.

local function text(v) return type(v) == "number" and string.format("%d", v) or tostring(v) end

local reader = {}
reader.__index = reader

function reader:left() return self.fault and 0 or self.tvb:len() - self.at end

function reader:fail(fault, ...)
  if not self.fault then self.fault = self.message .. ": " .. string.format(fault, ...) end
end

function reader:within(v, lo, hi, name)
  if v < lo or v > hi then self:fail("%s: %s is outside %s..%s", name, text(v), text(lo), text(hi)) end
end

function reader:take(name, bytes)
  local left = self:left()
  if left < bytes then
    self:fail("%s: truncated, %d of %d bytes are left", name, left, bytes)
  elseif not self.fault then
    self.at = self.at + bytes
    return self.tvb:range(self.at - bytes, bytes)
  end
end

-- number reads a field and shows it under a name, or nowhere.
function reader:number(field, shown, tree)
  local range = self:take(field.name, field.bytes)
  if not range then return 0 end
  local v
  if field.bytes == 8 then v = range:int64()
  elseif field.bytes > 4 then v = range:uint64()
  elseif field.signed then v = range:int()
  else v = range:uint() end
  if shown then (tree or self.tree):add(f[shown], range) end
  if field.min then self:within(v, field.min, field.max, field.name) end
  return v
end

-- bytes reads as many as the field before it says.
function reader:bytes(field, length, tree)
  local range = not self.fault and self:take(field.name, length)
  if range then tree:add(f[field.name:lower()], range) end
end

function reader:u8(name, shown, tree) return self:number({name = name, bytes = 1}, shown, tree) end

-- uvarint reads a number of up to 35 bits in groups of seven, the lowest first.
function reader:uvarint(name)
  local v, scale, left = 0, 1, self:left()
  for i = 0, math.min(left, 5) - 1 do
    local c = self.tvb:range(self.at + i, 1):uint()
    v, scale = v + c % 128 * scale, scale * 128
    if c < 128 then
      if c == 0 and i > 0 then break end
      self.at = self.at + i + 1
      return v, self.tvb:range(self.at - i - 1, i + 1)
    end
  end
  if left < 5 then
    self:fail("%s: truncated, %d of %d bytes are left", name, left, left + 1)
  else
    self:fail("%s: not the shortest form of at most 35 bits", name)
  end
  return 0
end

function reader:varint(name)
  local u = self:uvarint(name)
  if u % 2 == 0 then return math.floor(u / 2) end
  return -math.floor((u + 1) / 2)
end

function reader:close()
  local left = self:left()
  if left > 0 then self:fail("%d bytes too many", left) end
end

function reader:skip()
  local left = self:left()
  if left > 0 then self.tree:add(f.rest, self:take("rest", left)) end
end

function reader:clock_of(v)
  self.of = wire.clocks[v] or "unknown"
  return self.of
end

-- clock_message reads one and returns its kind and its clock's number.
function reader:clock_message()
  local start = self.at
  local tree = self.tree:add(self.tvb:range(start), "Clock message")
  local kind = self:u8("clock message", "message", tree)
  local message = wire.messages[kind]
  if not self.fault and not message then
    self:fail("clock message: %d is outside %d..%d", kind, 1, #wire.messages)
  end
  local clock = self:u8("algorithm", "clock", tree)
  if not self.fault then
    tree:add(f["clock.name"], self.tvb:range(self.at - 1, 1), self:clock_of(clock)):set_generated()
  end
  local before
  for _, field in ipairs(message and message.fields or {}) do
    if field.bytes == 0 then
      self:bytes(field, before, tree)
    else
      before = self:number(field, field.name:lower(), tree)
    end
  end
  tree:set_len(math.max(self.at - start, 1))
  tree:append_text(string.format(": %s of %s", message and message.name or "unknown", self.of or "unknown"))
  return kind, clock
end

-- questions reads messages that only clients send.
function reader:questions(to_zero)
  while self:left() > 0 and not (to_zero and self.tvb:range(self.at, 1):uint() == 0) do
    local kind = self:clock_message()
    local message = wire.messages[kind]
    if not self.fault and message.name ~= "ask" and message.name ~= "report" and message.name ~= "note" then
      self:fail("clock message: %d is not a client's", kind)
    end
  end
end

function reader:timelines()
  local n = self:u8("timelines", "timelines")
  self:within(n, 1, number["timelines"], "timelines")
  local before
  for _ = 1, self.fault and 0 or n do
    for i, field in ipairs(wire.timeline) do
      local v = self:number(field, (field.name:gsub(" ", ".")))
      if i == 1 and not self.fault then
        if before then self:within(v, before, field.max, field.name) end
        before = v
      end
    end
  end
end

-- What follows the fields that a kind begins with, by kind. v has these.

local more = {}

local function of_one_clock(r)
  local _, clock = r:clock_message()
  while r:left() > 0 do
    local _, other = r:clock_message()
    if other ~= clock then r:fail("algorithm: %d is not %d, as before it", other, clock) end
  end
end
more.probe, more.answer, more.push, more.report = of_one_clock, of_one_clock, of_one_clock, of_one_clock

function more.welcome(r)
  r:timelines()
  r:number({name = "event", bytes = 4}, "welcome.event")
  r:close()
end

function more.data(r)
  r:questions(true)
  r:skip()
end

function more.bulk(r, v)
  if not r.fault then
    local own = v.clock == 0 and "own" or r:clock_of(v.clock)
    r.tree:add(f["clock.name"], own):set_generated()
  end
  r:skip()
end

function more.input(r, v)
  r.tick = v["newest tick"]
  local lag = 0
  for _ = 1, r.fault and 0 or v.count do
    local held = r:u8("buttons", "input.buttons")
    if held >= number["lag changes"] then
      local d = r:varint("lag")
      lag = lag + d
      if d == 0 then r:fail("lag: changed by nothing") end
      r:within(lag, 0, number["lag"], "lag")
    end
    r:within(held % number["lag changes"], 0, number["buttons"], "buttons")
  end
  for _, field in ipairs(wire.sight) do r:number(field, name_of("input", field)) end
  r:questions()
end

function more.snapshot(r, v)
  local function flag(name) return math.floor(v.flags / number["flag " .. name]) % 2 == 1 end
  local u, range = r:uvarint("tick")
  r:within(u - 1, -1, number["tick"], "tick")
  if range and not r.fault then
    r.tick = Int64.new(u) - Int64.new(1)
    r.tree:add(f.tick, range, r.tick)
  end
  if flag("stamp 23") then
    r:within(r:left() > 0 and r.tvb:range(r.at, 1):uint() or 0, 0, 127, "stamp")
    for _, bytes in ipairs({1, 1, 1}) do r:number({name = "stamp", bytes = bytes}) end
    if not r.fault then r.tree:add(f["snapshot.stamp"], r.tvb:range(r.at - 3, 3)) end
  elseif flag("stamp 16") then
    for _, bytes in ipairs({1, 1}) do r:number({name = "stamp", bytes = bytes}) end
    if not r.fault then r.tree:add(f["snapshot.stamp"], r.tvb:range(r.at - 2, 2)) end
  end
  if flag("dated") then r:timelines() end
  if flag("echoed") then
    r:number({name = "echo", bytes = 4}, "snapshot.echo")
    local hold, at = r:uvarint("hold")
    r:within(hold, 0, number["hold"], "hold")
    if at and not r.fault then r.tree:add(f["snapshot.hold"], at, Int64.new(hold)) end
    local reports = r:u8("reports", "snapshot.reports")
    r:within(reports, 0, number["reports"], "reports")
    for _ = 1, r.fault and 0 or reports do
      r:varint("input tick")
      r:u8("input count")
      r:within(r:varint("margin"), -2 ^ 31, 2 ^ 31 - 1, "margin")
    end
  end
  r:skip() -- the world, relative to an earlier snapshot
end

-- header reads what every datagram begins with and returns its kind.
local function header(r)
  local size = r.tvb:len()
  if size > number["datagram"] then
    return r:fail("%d bytes is outside %d..%d", size, number["header"], number["datagram"])
  elseif size < number["header"] then
    return r:fail("truncated, %d bytes is outside %d..%d", size, number["header"], number["datagram"])
  end
  local mark, kind, parts = r:u8("mark", "mark"), r:u8("kind", "kind"), r:u8("parts", "parts")
  r:number({name = "join", bytes = 2}, "join")
  r:number({name = "key", bytes = 3}, "key")
  local layout = wire.kinds[kind]
  if layout then r.tree:add(f["kind.name"], r.tvb:range(1, 1), layout.name):set_generated() end
  local unknown = parts - parts % (number["known parts"] + 1)
  local stamped = math.floor(parts / number["part stamp"]) % 2 == 1
  if mark ~= number["mark"] then r:fail("mark: %d is not %d", mark, number["mark"])
  elseif not layout then r:fail("kind: %d is outside 1..%d", kind, #wire.kinds)
  elseif unknown ~= 0 then r:fail("parts: 0x%02x is outside 0..0x%02x", parts, number["known parts"])
  elseif not stamped and not layout.stampless then r:fail("%s: without a stamp", layout.name)
  elseif stamped then
    local left = r:left()
    if left < 3 then r:fail("stamp: truncated, %d of 3 bytes are left", left) end
    r:number({name = "stamp", bytes = 3}, "stamp")
  end
  return layout
end

local function body(r, layout)
  r.message = layout.name
  local v = {}
  if layout.name == "leave" and r:left() == 0 then return end -- a client's
  for _, field in ipairs(layout.fields) do
    v[field.name] = r:number(field, name_of(layout.name, field))
  end
  if more[layout.name] then more[layout.name](r, v)
  elseif layout.more then r:skip()
  else r:close() end
end

function driftlab.dissector(tvb, pinfo, root)
  local tree = root:add(driftlab, tvb:range())
  local r = setmetatable({tvb = tvb, at = 0, message = "datagram", tree = tree}, reader)
  local layout = header(r)
  local info = layout and layout.name or "unknown"
  if layout and not r.fault then body(r, layout) end
  if r.of then info = info .. " of " .. r.of end
  if r.tick then info = info .. ", tick " .. tostring(r.tick) end
  if r.fault then
    info = info .. ", malformed: " .. r.fault
    tree:add(f.fault, r.fault):set_generated():add_proto_expert_info(malformed, r.fault)
  end
  pinfo.cols.protocol = "Driftlab"
  pinfo.cols.info = info
  tree:append_text(", " .. info)
  return tvb:len()
end

DissectorTable.get("udp.port"):add(wire.port, driftlab)
