// The functions of MPI that host code uses most, declared alone, for sources whose MPI is not among the include folders.
#pragma once

typedef struct wp_mpi_comm* MPI_Comm;
typedef struct wp_mpi_type* MPI_Datatype;
typedef struct wp_mpi_op* MPI_Op;
typedef struct wp_mpi_request* MPI_Request;
typedef struct wp_mpi_group* MPI_Group;
typedef struct wp_mpi_info* MPI_Info;
typedef struct wp_mpi_win* MPI_Win;
typedef struct wp_mpi_file* MPI_File;
typedef struct wp_mpi_errhandler* MPI_Errhandler;
typedef long MPI_Aint;
typedef long long MPI_Offset;
typedef struct MPI_Status {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;
#define WP_MPI(type, name) extern type const name;
WP_MPI(MPI_Comm, MPI_COMM_WORLD)
WP_MPI(MPI_Comm, MPI_COMM_SELF)
WP_MPI(MPI_Comm, MPI_COMM_NULL)
WP_MPI(MPI_Datatype, MPI_CHAR)
WP_MPI(MPI_Datatype, MPI_BYTE)
WP_MPI(MPI_Datatype, MPI_INT)
WP_MPI(MPI_Datatype, MPI_UNSIGNED)
WP_MPI(MPI_Datatype, MPI_UNSIGNED_CHAR)
WP_MPI(MPI_Datatype, MPI_LONG)
WP_MPI(MPI_Datatype, MPI_UNSIGNED_LONG)
WP_MPI(MPI_Datatype, MPI_LONG_LONG)
WP_MPI(MPI_Datatype, MPI_LONG_LONG_INT)
WP_MPI(MPI_Datatype, MPI_UNSIGNED_LONG_LONG)
WP_MPI(MPI_Datatype, MPI_FLOAT)
WP_MPI(MPI_Datatype, MPI_DOUBLE)
WP_MPI(MPI_Datatype, MPI_INT32_T)
WP_MPI(MPI_Datatype, MPI_INT64_T)
WP_MPI(MPI_Datatype, MPI_UINT32_T)
WP_MPI(MPI_Datatype, MPI_UINT64_T)
WP_MPI(MPI_Datatype, MPI_C_BOOL)
WP_MPI(MPI_Op, MPI_SUM)
WP_MPI(MPI_Op, MPI_MAX)
WP_MPI(MPI_Op, MPI_MIN)
WP_MPI(MPI_Op, MPI_PROD)
WP_MPI(MPI_Op, MPI_LAND)
WP_MPI(MPI_Op, MPI_LOR)
WP_MPI(MPI_Op, MPI_BAND)
WP_MPI(MPI_Op, MPI_BOR)
WP_MPI(MPI_Info, MPI_INFO_NULL)
WP_MPI(MPI_Request, MPI_REQUEST_NULL)
#undef WP_MPI
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)
#define MPI_IN_PLACE ((void*)1)
enum {
  MPI_SUCCESS = 0, MPI_ANY_SOURCE = -2, MPI_ANY_TAG = -1, MPI_PROC_NULL = -3, MPI_MAX_PROCESSOR_NAME = 256, MPI_MAX_ERROR_STRING = 512,
  MPI_COMM_TYPE_SHARED = 1, MPI_THREAD_SINGLE = 0, MPI_THREAD_FUNNELED = 1, MPI_THREAD_SERIALIZED = 2, MPI_THREAD_MULTIPLE = 3
};
extern "C" {
int MPI_Init(int*, char***);
int MPI_Init_thread(int*, char***, int, int*);
int MPI_Initialized(int*);
int MPI_Finalized(int*);
int MPI_Finalize(void);
int MPI_Abort(MPI_Comm, int);
int MPI_Comm_rank(MPI_Comm, int*);
int MPI_Comm_size(MPI_Comm, int*);
int MPI_Comm_split(MPI_Comm, int, int, MPI_Comm*);
int MPI_Comm_split_type(MPI_Comm, int, int, MPI_Info, MPI_Comm*);
int MPI_Comm_dup(MPI_Comm, MPI_Comm*);
int MPI_Comm_free(MPI_Comm*);
int MPI_Get_processor_name(char*, int*);
int MPI_Error_string(int, char*, int*);
int MPI_Barrier(MPI_Comm);
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm);
int MPI_Reduce(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm);
int MPI_Allreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Gather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm);
int MPI_Gatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int, MPI_Comm);
int MPI_Allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int MPI_Allgatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, MPI_Comm);
int MPI_Scatter(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm);
int MPI_Scatterv(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm);
int MPI_Alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int MPI_Scan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Send(const void*, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Recv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Sendrecv(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);
int MPI_Wait(MPI_Request*, MPI_Status*);
int MPI_Waitall(int, MPI_Request*, MPI_Status*);
int MPI_Test(MPI_Request*, int*, MPI_Status*);
int MPI_Get_count(const MPI_Status*, MPI_Datatype, int*);
int MPI_Probe(int, int, MPI_Comm, MPI_Status*);
double MPI_Wtime(void);
}
