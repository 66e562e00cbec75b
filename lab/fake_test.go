package lab
import ("testing";"math";"math/rand/v2")
func TestFake(t *testing.T){
 g:=&Grid{Algorithms: []string{"unreal","rtt2","rtt2-world","slot","simpson","timesync","unity","mirror","sntp"},Seeds:Seeds{1,2},Scenarios:[]Scenario{{"x","format=1"}}}
 f:=&Folder{Grid:g}
 r:=rand.New(rand.NewPCG(1,2))
 var b [][]band
 lv:=[]float64{60,3,3.2,1.2,0.8,0.2,5,2,0.9}
 for a:=range 9 { bs:=make([]band,points); v:=lv[a]; for i:=range bs { v*=math.Exp(0.1*r.NormFloat64()); bs[i]=band{v/4,v,v*3,i>a}}; b=append(b,bs)}
 if err:=f.plotTime("/tmp/L",0,b);err!=nil{t.Fatal(err)}
}
