package netsim

import (
	"fmt"
	"time"
)

const (
	// MinTemperature and MaxTemperature bound the temperature of the air, in 10⁻³ °C: what
	// industrial crystals are made for.
	MinTemperature = -40_000
	MaxTemperature = 85_000
	// ReferenceTemperature is where the crystal's frequency is highest, and where it has the skew
	// that was set.
	ReferenceTemperature = 25_000
	// ThermalTime is the time constant with which a crystal follows the air: 63 % of a change after
	// 5 minutes, 95 % after 15, as in a computer's case.
	ThermalTime = 5 * time.Minute

	perMilliCelsius = 1000       // 10⁻⁶ °C in 10⁻³ °C
	perCelsius      = 1_000_000  // 10⁻⁶ °C in 1 °C
	parabola        = -34        // ppb per °C²
	cooling         = 4280674573 // 2³²·exp(−1 s/ThermalTime): what a second leaves of a difference
)

// SetTemperature changes the temperature of the air around the clock at now, in 10⁻³ °C,
// [MinTemperature]..[MaxTemperature]; it is [ReferenceTemperature] until then. The crystal follows
// exponentially (see [ThermalTime]). At time 0 it has that temperature already.
//
// The crystal is a tuning fork of 32 768 Hz, as in watches and real-time clocks: away from 25 °C it
// loses 0.034 ppm/°C² (data sheets have 0.030 ± 0.010, CTS TF20, to 0.035 ± 0.009, ACT 3×8, at
// 25 ± 5 °C). So 40 °C cost 7.65 ppm. The AT-cut crystals from which processors derive their clocks
// follow a cubic instead, which is flatter around room temperature and may rise or fall.
func (o *Oscillator) SetTemperature(now Time, milliCelsius int64) error {
	if milliCelsius < MinTemperature || milliCelsius > MaxTemperature {
		return fmt.Errorf("temperature: %d thousandths of °C is outside %d..%d", milliCelsius, MinTemperature, MaxTemperature)
	}
	o.settle(now)
	was := o.ambient
	o.ambient = milliCelsius * perMilliCelsius
	if now > 0 {
		o.latest.heat += was - o.ambient
	}
	o.change()
	return nil
}
