// What the program calls in the built-in VP8 encoder. One instance of the module is one encoder.
#include <stdlib.h>

#include "vpx/vp8cx.h"
#include "vpx/vpx_encoder.h"

static vpx_codec_ctx_t encoder;
static vpx_image_t picture;
static vpx_codec_pts_t number;
static const void* output;

// open makes the encoder and returns where I420 pictures go, 0 if that fails. Sides are in pixels and even,
// quantiser is 0 to 63.
__attribute__((export_name("open"))) unsigned char* open_encoder(int width, int height, int fps, int quantiser) {
  vpx_codec_enc_cfg_t c;
  if (vpx_codec_enc_config_default(vpx_codec_vp8_cx(), &c, 0) != VPX_CODEC_OK) return 0;
  c.g_w = width;
  c.g_h = height;
  c.g_timebase.num = 1;
  c.g_timebase.den = fps;
  c.g_lag_in_frames = 0;
  c.g_threads = 1;
  c.g_error_resilient = 0;
  c.rc_dropframe_thresh = 0;
  c.rc_end_usage = VPX_VBR;
  c.rc_target_bitrate = 100000; // kbit/s, out of the way: the quantiser is fixed
  c.rc_min_quantizer = c.rc_max_quantizer = quantiser;
  c.kf_mode = VPX_KF_AUTO;
  c.kf_max_dist = 2 * fps;
  if (vpx_codec_enc_init(&encoder, vpx_codec_vp8_cx(), &c, 0) != VPX_CODEC_OK) return 0;
  vpx_codec_control(&encoder, VP8E_SET_CPUUSED, -16);
  vpx_codec_control(&encoder, VP8E_SET_STATIC_THRESHOLD, 1);
  const int luma = width * height;
  unsigned char* planes = malloc(luma * 3 / 2);
  if (!planes || !vpx_img_wrap(&picture, VPX_IMG_FMT_I420, width, height, 1, planes)) return 0;
  return planes;
}

// encode encodes the picture that lies there. It returns the number of bytes at output(), -1 if that fails.
__attribute__((export_name("encode"))) int encode_picture(int milliseconds) {
  (void)milliseconds; // pictures are counted
  if (vpx_codec_encode(&encoder, &picture, number++, 1, 0, VPX_DL_REALTIME) != VPX_CODEC_OK) return -1;
  vpx_codec_iter_t it = 0;
  const vpx_codec_cx_pkt_t* packet;
  while ((packet = vpx_codec_get_cx_data(&encoder, &it))) {
    if (packet->kind != VPX_CODEC_CX_FRAME_PKT) continue;
    output = packet->data.frame.buf;
    return (int)packet->data.frame.sz;
  }
  return 0;
}

__attribute__((export_name("output"))) const void* encoded(void) { return output; }
