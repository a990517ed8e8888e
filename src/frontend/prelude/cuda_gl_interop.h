// cuda_gl_interop.h, declared alone.
#pragma once

#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLuint, GLenum;
#endif
enum cudaGLMapFlags { cudaGLMapFlagsNone = 0, cudaGLMapFlagsReadOnly = 1, cudaGLMapFlagsWriteDiscard = 2 };
enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame = 2, cudaGLDeviceListNextFrame = 3 };
extern "C" {
cudaError_t cudaGLGetDevices(unsigned int*, int*, unsigned int, cudaGLDeviceList);
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource**, GLuint, GLenum, unsigned int);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource**, GLuint, unsigned int);
cudaError_t cudaGLSetGLDevice(int);
cudaError_t cudaGLRegisterBufferObject(GLuint);
cudaError_t cudaGLMapBufferObject(void**, GLuint);
cudaError_t cudaGLUnmapBufferObject(GLuint);
cudaError_t cudaGLUnregisterBufferObject(GLuint);
}
