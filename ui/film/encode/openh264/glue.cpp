// What the program calls in the built-in H.264 encoder. One instance of the module is one encoder.
// The parameters are those that ../openh264.go gives to the system's library.
#include <stdlib.h>
#include <string.h>
#include "codec_api.h"

static ISVCEncoder* encoder;
static SSourcePicture picture;
static unsigned char* output;
static int capacity;

extern "C" {

// open makes the encoder and returns where I420 pictures go, 0 if that fails. Sides are in pixels and even,
// quantiser is 0 to 51.
__attribute__((export_name("open"))) unsigned char* open_encoder(int width, int height, int fps, int quantiser) {
  if (encoder || WelsCreateSVCEncoder(&encoder) != 0) return 0;
  int quiet = WELS_LOG_QUIET;
  encoder->SetOption(ENCODER_OPTION_TRACE_LEVEL, &quiet);
  SEncParamExt p;
  encoder->GetDefaultParams(&p);
  p.iUsageType = CAMERA_VIDEO_REAL_TIME;
  p.iPicWidth = width;
  p.iPicHeight = height;
  p.fMaxFrameRate = fps;
  p.iRCMode = RC_OFF_MODE;
  p.iTemporalLayerNum = 1;
  p.iSpatialLayerNum = 1;
  p.iComplexityMode = LOW_COMPLEXITY;
  p.uiIntraPeriod = 2 * fps;
  p.iEntropyCodingModeFlag = 1;
  p.bEnableFrameSkip = false;
  p.eSpsPpsIdStrategy = CONSTANT_ID;
  p.iMultipleThreadIdc = 1;
  p.bEnableAdaptiveQuant = false;
  p.bEnableSceneChangeDetect = false;
  p.bEnableBackgroundDetection = false; // it leaves specks where something went
  SSpatialLayerConfig& layer = p.sSpatialLayers[0];
  layer.iVideoWidth = width;
  layer.iVideoHeight = height;
  layer.fFrameRate = fps;
  layer.uiProfileIdc = PRO_HIGH;
  layer.iDLayerQp = quantiser;
  layer.bVideoSignalTypePresent = true;
  layer.uiVideoFormat = VF_UNDEF;
  layer.bColorDescriptionPresent = true;
  layer.uiColorPrimaries = CP_BT709;
  layer.uiTransferCharacteristics = TRC_BT709;
  layer.uiColorMatrix = CM_BT709;
  if (encoder->InitializeExt(&p) != cmResultSuccess) return 0;
  const int luma = width * height;
  unsigned char* planes = (unsigned char*)malloc(luma * 3 / 2);
  if (!planes) return 0;
  picture.iColorFormat = videoFormatI420;
  picture.iPicWidth = width;
  picture.iPicHeight = height;
  picture.iStride[0] = width;
  picture.iStride[1] = picture.iStride[2] = width / 2;
  picture.pData[0] = planes;
  picture.pData[1] = planes + luma;
  picture.pData[2] = planes + luma + luma / 4;
  return planes;
}

// encode encodes the picture that lies there. It returns the number of bytes at output(), -1 if that fails.
__attribute__((export_name("encode"))) int encode_picture(int milliseconds) {
  SFrameBSInfo info;
  memset(&info, 0, sizeof info);
  picture.uiTimeStamp = milliseconds;
  if (encoder->EncodeFrame(&picture, &info) != cmResultSuccess) return -1;
  if (info.iFrameSizeInBytes > capacity) {
    free(output);
    capacity = 2 * info.iFrameSizeInBytes;
    output = (unsigned char*)malloc(capacity);
    if (!output) return -1;
  }
  int at = 0;
  for (int i = 0; i < info.iLayerNum; i++) {
    const SLayerBSInfo& layer = info.sLayerInfo[i];
    int size = 0;
    for (int n = 0; n < layer.iNalCount; n++) size += layer.pNalLengthInByte[n];
    memcpy(output + at, layer.pBsBuf, size);
    at += size;
  }
  return at;
}

__attribute__((export_name("output"))) unsigned char* encoded(void) { return output; }
}
