// The names of NVIDIA's samples' helper headers that host code uses most, for sources that come without them.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

template <class T>
void check(T result, const char* function, const char* file, int line) {
  if (result) {
    fprintf(stderr, "error at %s:%d code=%u \"%s\"\n", file, line, static_cast<unsigned int>(result), function);
    exit(EXIT_FAILURE);
  }
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)
inline void wp_last_error(const char* message, const char* file, int line) {
  if (cudaGetLastError() != cudaSuccess) {
    fprintf(stderr, "%s(%d): %s\n", file, line, message);
    exit(EXIT_FAILURE);
  }
}
#define getLastCudaError(message) wp_last_error(message, __FILE__, __LINE__)
#define printLastCudaError(message) wp_last_error(message, __FILE__, __LINE__)

int findCudaDevice(int argc, const char** argv);
int gpuDeviceInit(int device);
int gpuGetMaxGflopsDeviceId();
bool checkCudaCapabilities(int major, int minor);
int _ConvertSMVer2Cores(int major, int minor);
const char* _cudaGetErrorEnum(cudaError_t error);

// helper_string.h, helper_timer.h, helper_image.h
struct StopWatchInterface;
bool sdkCreateTimer(StopWatchInterface** timer);
bool sdkDeleteTimer(StopWatchInterface** timer);
bool sdkStartTimer(StopWatchInterface** timer);
bool sdkStopTimer(StopWatchInterface** timer);
bool sdkResetTimer(StopWatchInterface** timer);
float sdkGetTimerValue(StopWatchInterface** timer);
float sdkGetAverageTimerValue(StopWatchInterface** timer);
bool checkCmdLineFlag(int argc, const char** argv, const char* name);
int getCmdLineArgumentInt(int argc, const char** argv, const char* name);
float getCmdLineArgumentFloat(int argc, const char** argv, const char* name);
bool getCmdLineArgumentString(int argc, const char** argv, const char* name, char** value);
char* sdkFindFilePath(const char* name, const char* program);
template <class T, class S>
bool compareData(const T* reference, const T* data, unsigned int count, S epsilon, float threshold);
template <class T>
bool sdkCompareL2fe(const T* reference, const T* data, unsigned int count, float epsilon);
