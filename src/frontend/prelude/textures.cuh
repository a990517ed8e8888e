// Textures and surfaces: declarations alone. A kernel that calls one is unknown by that name.
#pragma once

#define WP_TEXTURE __attribute__((device))
#define WP_FETCH(name, ...)                                             \
  template <class T>                                                    \
  WP_TEXTURE T name(cudaTextureObject_t texture, __VA_ARGS__);          \
  template <class T>                                                    \
  WP_TEXTURE void name(T* value, cudaTextureObject_t texture, __VA_ARGS__);
WP_FETCH(tex1Dfetch, int)
WP_FETCH(tex1D, float)
WP_FETCH(tex2D, float, float)
WP_FETCH(tex3D, float, float, float)
WP_FETCH(tex1DLayered, float, int)
WP_FETCH(tex2DLayered, float, float, int)
WP_FETCH(texCubemap, float, float, float)
WP_FETCH(tex1DLod, float, float)
WP_FETCH(tex2DLod, float, float, float)
WP_FETCH(tex3DLod, float, float, float, float)
WP_FETCH(tex2DGrad, float, float, float2, float2)
#undef WP_FETCH
template <class T>
WP_TEXTURE T tex2Dgather(cudaTextureObject_t texture, float x, float y, int component = 0);

#define WP_SURFACE(axes, ...)                                                                          \
  template <class T>                                                                                   \
  WP_TEXTURE T surf##axes##read(cudaSurfaceObject_t surface, __VA_ARGS__,                              \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);                  \
  template <class T>                                                                                   \
  WP_TEXTURE void surf##axes##read(T* value, cudaSurfaceObject_t surface, __VA_ARGS__,                 \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);               \
  template <class T>                                                                                   \
  WP_TEXTURE void surf##axes##write(T value, cudaSurfaceObject_t surface, __VA_ARGS__,                 \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);
WP_SURFACE(1D, int)
WP_SURFACE(2D, int, int)
WP_SURFACE(3D, int, int, int)
WP_SURFACE(2DLayered, int, int, int)
#undef WP_SURFACE
#undef WP_TEXTURE
