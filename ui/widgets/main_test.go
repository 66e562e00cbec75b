package widgets

import (
	"flag"
	"os"
	"testing"

	"driftlab/ui/uitest"
)

var galleryDir = flag.String("gallery", "", "folder into which the Gallery tests write pictures")

func TestMain(m *testing.M) { os.Exit(uitest.Main(m)) }
