/* fakenvml - a scenario-driven stand-in for libnvidia-ml.so.1, for tests only.
 * Build:  gcc -shared -fPIC -O1 -Wall -Wl,-soname,libnvidia-ml.so.1 -o libnvidia-ml.so.1 fakenvml.c
 * Old driver: add -DDRIVER=450 (symbols that came later are then not exported).
 * Use:    LD_LIBRARY_PATH=<dir> FAKE_NVML=<scenario file> python -c "import pynvml; ..."
 *
 * Scenario file, one "KEY VALUE..." a line, '#' comments:
 *   init 9                       return code of nvmlInit (9 driver not loaded, 18 lib/RM mismatch, 4 no permission)
 *   driver 580.95.05 | cuda 13000 | devices 2
 *   gpu0.name NVIDIA H200        any of the keys read below, per device (gpuN.) or for all (gpu.)
 *   err.nvmlDeviceGetPowerUsage 3          every device answers that code
 *   err1.nvmlDeviceGetName 15              only device 1
 *   delay.nvmlDeviceGetPcieThroughput 20   milliseconds per call (the real one integrates 20 ms)
 *   lost1.after 50               device 1 answers 15 (GPU is lost) after 50 calls on it
 *   crash0.nvmlDeviceGetPowerUsage 1       device 0 (crash. for all) ends the process with a segmentation fault
 *   gpu0.util 90,95,0,0,97       a comma list is a time line: one value each "step" (step_ms, default 100)
 *   gpu0.mig 1, gpu0.mig_count 2, gpu0.mig0.mem_total 20000000000    MIG mode with two instances
 *   gpu.nvlinks 18, gpu.nvlink_remote 2    links and what they lead to: 0 GPU (number gpuN.nvlink_peer), 2 switch
 *   gpu.path 10                  topology level between any two devices
 * Struct layouts and codes follow NVIDIA's public nvml.h; no NVIDIA code is copied.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifndef DRIVER
#define DRIVER 580
#endif
typedef int R;
typedef struct dev { int idx, mig; unsigned calls; } *D; /* mig: 0 a whole device, else instance + 1 */
#define OK 0
#define EXPORT __attribute__((visibility("default")))
#define MAXKV 1024
static struct { char k[80], v[400]; } kv[MAXKV];
static int nkv = -1, inited, ndev;
#define NDEV 16
#define NMIG 8
static struct dev devs[NDEV * (1 + NMIG)];
static double t0;

static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static void load(void) {
    if (nkv >= 0) return;
    nkv = 0; t0 = now();
    const char *p = getenv("FAKE_NVML"); FILE *f = p ? fopen(p, "r") : NULL; char line[512];
    while (f && fgets(line, sizeof line, f) && nkv < MAXKV) {
        if (line[0] == '#' || line[0] == '\n') continue;
        char *sp = strchr(line, ' '); if (!sp) continue;
        *sp = 0; snprintf(kv[nkv].k, sizeof kv[0].k, "%s", line);
        snprintf(kv[nkv].v, sizeof kv[0].v, "%s", sp + 1);
        kv[nkv].v[strcspn(kv[nkv].v, "\n")] = 0; nkv++;
    }
    if (f) fclose(f);
}
static const char *get(const char *k) { load(); for (int i = nkv - 1; i >= 0; i--) if (!strcmp(kv[i].k, k)) return kv[i].v; return NULL; }
static const char *dget(D d, const char *k) {
    char b[96];
    if (d->mig) { snprintf(b, sizeof b, "gpu%d.mig%d.%s", d->idx, d->mig - 1, k); return get(b); }
    snprintf(b, sizeof b, "gpu%d.%s", d->idx, k); const char *v = get(b);
    if (!v) { snprintf(b, sizeof b, "gpu.%s", k); v = get(b); } return v;
}
static unsigned long long dnum(D d, const char *k, unsigned long long dflt) {
    const char *v = dget(d, k); if (!v) return dflt;
    if (!strchr(v, ',')) return strtoull(v, NULL, 0);
    const char *s = get("step_ms"); double step = s ? atof(s) / 1e3 : 0.1; int n = 1, i;
    for (const char *c = v; *c; c++) n += *c == ',';
    i = (int)((now() - t0) / step); if (i >= n) i = n - 1;
    while (i--) v = strchr(v, ',') + 1;
    return strtoull(v, NULL, 0);
}
static void crash(void) { *(volatile int *)8 = 1; }
static R sysgate(const char *fn) { char b[96]; load(); snprintf(b, sizeof b, "crash.%s", fn); if (get(b)) crash(); snprintf(b, sizeof b, "err.%s", fn); const char *v = get(b); if (v) return atoi(v); return inited ? OK : 1; }
static R gate(D d, const char *fn) {
    char b[96]; const char *v; if (!inited) return 1;
    if (!d || d < devs || d >= devs + NDEV * (1 + NMIG)) return 2;
    d->calls++;
    snprintf(b, sizeof b, "delay%d.%s", d->idx, fn); if ((v = get(b))) usleep(atoi(v) * 1000);
    snprintf(b, sizeof b, "delay.%s", fn); if ((v = get(b))) usleep(atoi(v) * 1000);
    snprintf(b, sizeof b, "crash%d.%s", d->idx, fn); if (get(b)) crash();
    snprintf(b, sizeof b, "lost%d.after", d->idx); if ((v = get(b)) && d->calls > (unsigned)atoi(v)) return 15;
    snprintf(b, sizeof b, "err%d.%s", d->idx, fn); if ((v = get(b))) return atoi(v);
    return sysgate(fn);
}
#define G R r_ = gate(d, __func__); if (r_) return r_
static R str(const char *s, char *o, unsigned n) { if (!s) return 3; if (strlen(s) >= n) return 7; memcpy(o, s, strlen(s) + 1); return OK; }

/* ---- system ---- */
EXPORT R nvmlInitWithFlags(unsigned f) { (void)f; load(); const char *v = get("init_delay"); if (v) usleep(atoi(v) * 1000);
    if (get("init_crash")) crash();
    if ((v = get("init")) && atoi(v)) return atoi(v);
    v = get("devices"); ndev = v ? atoi(v) : 1;
    for (int i = 0; i < NDEV; i++) devs[i].idx = i;
    for (int i = NDEV; i < NDEV * (1 + NMIG); i++) { devs[i].idx = (i - NDEV) / NMIG; devs[i].mig = (i - NDEV) % NMIG + 1; }
    inited++; return OK; }
EXPORT R nvmlInit_v2(void) { return nvmlInitWithFlags(0); }
EXPORT R nvmlShutdown(void) { if (!inited) return 1; inited--; return OK; }
EXPORT const char *nvmlErrorString(R r) {
    static const char *s[] = {"Success", "Uninitialized", "Invalid Argument", "Not Supported", "Insufficient Permissions", "Already Initialized",
        "Not Found", "Insufficient Size", "Insufficient External Power", "Driver Not Loaded", "Timeout", "Interrupt Request Issue",
        "NVML Shared Library Not Found", "Function Not Found", "Corrupted infoROM", "GPU is lost", "GPU requires reset",
        "The operating system has blocked the request", "RM has detected an NVML/RM version mismatch", "In use", "Insufficient Memory", "No data"};
    return r >= 0 && r < (int)(sizeof s / sizeof *s) ? s[r] : "Unknown Error"; }
EXPORT R nvmlSystemGetDriverVersion(char *o, unsigned n) { R r = sysgate(__func__); const char *v = get("driver"); return r ? r : str(v ? v : "580.95.05", o, n); }
EXPORT R nvmlSystemGetNVMLVersion(char *o, unsigned n) { R r = sysgate(__func__); const char *v = get("nvml"); return r ? r : str(v ? v : "13.580.95.05", o, n); }
EXPORT R nvmlSystemGetCudaDriverVersion(int *o) { R r = sysgate(__func__); const char *v = get("cuda"); if (!r) *o = v ? atoi(v) : 13000; return r; }
EXPORT R nvmlSystemGetCudaDriverVersion_v2(int *o) { return nvmlSystemGetCudaDriverVersion(o); }
EXPORT R nvmlDeviceGetCount_v2(unsigned *o) { R r = sysgate(__func__); if (!r) *o = ndev; return r; }
EXPORT R nvmlDeviceGetHandleByIndex_v2(unsigned i, D *o) { if (!inited) return 1; if (i >= (unsigned)ndev) return 2; D d = &devs[i]; G; *o = d; return OK; }

/* ---- identity ---- */
EXPORT R nvmlDeviceGetIndex(D d, unsigned *o) { G; *o = d->idx; return OK; }
EXPORT R nvmlDeviceGetMinorNumber(D d, unsigned *o) { G; *o = d->idx; return OK; }
EXPORT R nvmlDeviceGetName(D d, char *o, unsigned n) { G; const char *v = dget(d, "name"); return str(v ? v : "NVIDIA Fake GPU", o, n); }
EXPORT R nvmlDeviceGetUUID(D d, char *o, unsigned n) { G; char b[64]; snprintf(b, sizeof b, "GPU-00000000-0000-0000-0000-%012d", d->idx); return str(b, o, n); }
EXPORT R nvmlDeviceGetCudaComputeCapability(D d, int *a, int *b) { G; unsigned c = dnum(d, "cc", 90); *a = c / 10; *b = c % 10; return OK; }
struct pci { char legacy[16]; unsigned domain, bus, device, id, sub; char busid[32]; };
EXPORT R nvmlDeviceGetPciInfo_v3(D d, struct pci *p) { G; memset(p, 0, sizeof *p); p->bus = d->idx + 1; p->id = 0x233010DE;
    snprintf(p->legacy, 16, "%04X:%02X:%02X.0", 0, p->bus, 0); snprintf(p->busid, 32, "%08X:%02X:%02X.0", 0, p->bus, 0); return OK; }

/* ---- memory ---- */
struct mem1 { unsigned long long total, free, used; };
struct mem2 { unsigned version; unsigned long long total, reserved, free, used; };
EXPORT R nvmlDeviceGetMemoryInfo(D d, struct mem1 *m) { G; unsigned long long t = dnum(d, "mem_total", 80ULL << 30), u = dnum(d, "mem_used", 0), rs = dnum(d, "mem_reserved", 0);
    m->total = t; m->used = u + rs; m->free = t - u - rs; return OK; }                       /* v1 counts reserved as used */
#if DRIVER >= 510
EXPORT R nvmlDeviceGetMemoryInfo_v2(D d, struct mem2 *m) { G; if (m->version != (sizeof *m | 2u << 24)) return 25;
    m->total = dnum(d, "mem_total", 80ULL << 30); m->reserved = dnum(d, "mem_reserved", 0); m->used = dnum(d, "mem_used", 0); m->free = m->total - m->used - m->reserved; return OK; }
#endif
EXPORT R nvmlDeviceGetBAR1MemoryInfo(D d, struct mem1 *m) { G; m->total = 256ULL << 20; m->used = 0; m->free = m->total; return OK; }

/* ---- utilisation, power, clocks, thermals ---- */
EXPORT R nvmlDeviceGetUtilizationRates(D d, unsigned u[2]) { G; if (d->mig || dnum(d, "mig", 0)) return 3; u[0] = dnum(d, "util", 0); u[1] = dnum(d, "memutil", 0); return OK; }
EXPORT R nvmlDeviceGetPowerUsage(D d, unsigned *o) { G; *o = dnum(d, "power", 95000); return OK; }
EXPORT R nvmlDeviceGetEnforcedPowerLimit(D d, unsigned *o) { G; *o = dnum(d, "power_limit", 700000); return OK; }
EXPORT R nvmlDeviceGetPowerManagementLimit(D d, unsigned *o) { G; *o = dnum(d, "power_limit", 700000); return OK; }
EXPORT R nvmlDeviceGetPowerManagementDefaultLimit(D d, unsigned *o) { G; *o = dnum(d, "power_default", 700000); return OK; }
EXPORT R nvmlDeviceGetTotalEnergyConsumption(D d, unsigned long long *o) { G; *o = (unsigned long long)((now() - t0) * dnum(d, "power", 95000)); return OK; }
EXPORT R nvmlDeviceGetTemperature(D d, int s, unsigned *o) { G; if (s) return 2; *o = dnum(d, "temp", 40); return OK; }
#if DRIVER >= 580
struct tempv { unsigned version; int sensor; int t; };
EXPORT R nvmlDeviceGetTemperatureV(D d, struct tempv *t) { G; if (t->version != (sizeof *t | 1u << 24)) return 25; t->t = dnum(d, "temp", 40); return OK; }
#endif
EXPORT R nvmlDeviceGetTemperatureThreshold(D d, int k, unsigned *o) { G; *o = k == 0 ? 92 : k == 1 ? 87 : 83; return OK; }
EXPORT R nvmlDeviceGetFanSpeed(D d, unsigned *o) { G; const char *v = dget(d, "fan"); if (!v) return 3; *o = atoi(v); return OK; }
EXPORT R nvmlDeviceGetClockInfo(D d, int t, unsigned *o) { G; *o = t == 2 ? dnum(d, "clk_mem", 2619) : dnum(d, "clk_sm", 1980); return OK; }
EXPORT R nvmlDeviceGetMaxClockInfo(D d, int t, unsigned *o) { G; *o = t == 2 ? dnum(d, "clk_mem_max", 2619) : dnum(d, "clk_sm_max", 1980); return OK; }
EXPORT R nvmlDeviceGetPerformanceState(D d, int *o) { G; *o = dnum(d, "pstate", 0); return OK; }
static R reasons(D d, unsigned long long *o) { *o = dnum(d, "throttle", 0); return OK; }
EXPORT R nvmlDeviceGetCurrentClocksThrottleReasons(D d, unsigned long long *o) { G; return reasons(d, o); }
#if DRIVER >= 535
EXPORT R nvmlDeviceGetCurrentClocksEventReasons(D d, unsigned long long *o) { G; return reasons(d, o); }
#endif
EXPORT R nvmlDeviceGetPcieThroughput(D d, int c, unsigned *o) { G; *o = dnum(d, c ? "pcie_rx" : "pcie_tx", 0); return OK; }
EXPORT R nvmlDeviceGetCurrPcieLinkGeneration(D d, unsigned *o) { G; *o = dnum(d, "pcie_gen", 5); return OK; }
EXPORT R nvmlDeviceGetMaxPcieLinkGeneration(D d, unsigned *o) { G; *o = dnum(d, "pcie_gen_max", 5); return OK; }
EXPORT R nvmlDeviceGetCurrPcieLinkWidth(D d, unsigned *o) { G; *o = dnum(d, "pcie_width", 16); return OK; }
EXPORT R nvmlDeviceGetMaxPcieLinkWidth(D d, unsigned *o) { G; *o = dnum(d, "pcie_width_max", 16); return OK; }
EXPORT R nvmlDeviceGetEncoderUtilization(D d, unsigned *u, unsigned *p) { G; *u = 0; *p = 167000; return OK; }
EXPORT R nvmlDeviceGetDecoderUtilization(D d, unsigned *u, unsigned *p) { G; *u = 0; *p = 167000; return OK; }

/* ---- modes ---- */
EXPORT R nvmlDeviceGetEccMode(D d, int *a, int *b) { G; *a = *b = dnum(d, "ecc", 1); return OK; }
EXPORT R nvmlDeviceGetTotalEccErrors(D d, int t, int c, unsigned long long *o) { G; *o = t ? dnum(d, "ecc_dbe", 0) : dnum(d, "ecc_sbe", 0); (void)c; return OK; }
EXPORT R nvmlDeviceGetPersistenceMode(D d, int *o) { G; *o = 1; return OK; }
EXPORT R nvmlDeviceGetComputeMode(D d, int *o) { G; *o = 0; return OK; }
EXPORT R nvmlDeviceGetDisplayActive(D d, int *o) { G; *o = 0; return OK; }
EXPORT R nvmlDeviceGetDisplayMode(D d, int *o) { G; *o = 0; return OK; }
EXPORT R nvmlDeviceGetMigMode(D d, unsigned *a, unsigned *b) { G; if (!dget(d, "mig")) return 3; *a = *b = dnum(d, "mig", 0); return OK; }
EXPORT R nvmlDeviceGetMaxMigDeviceCount(D d, unsigned *o) { G; *o = dget(d, "mig") ? 7 : 0; return OK; }
EXPORT R nvmlDeviceGetMigDeviceHandleByIndex(D d, unsigned i, D *o) { G; if (i >= dnum(d, "mig_count", 0)) return 6; *o = &devs[NDEV + d->idx * NMIG + i]; return OK; }
EXPORT R nvmlDeviceIsMigDeviceHandle(D d, unsigned *o) { G; *o = d->mig > 0; return OK; }
struct attributes { unsigned sms, ce, dec, enc, jpeg, ofa, gpu_slices, compute_slices; unsigned long long memory_mb; };
EXPORT R nvmlDeviceGetAttributes_v2(D d, struct attributes *a) { G; if (!d->mig) return 3; memset(a, 0, sizeof *a);
    a->sms = dnum(d, "sms", 16); a->gpu_slices = a->compute_slices = dnum(d, "slices", 1); a->memory_mb = dnum(d, "mem_total", 0) >> 20; return OK; }
EXPORT R nvmlDeviceGetVirtualizationMode(D d, unsigned long long *o) { G; *o = dnum(d, "virtualization", 0); return OK; }

/* ---- links ---- */
EXPORT R nvmlDeviceGetNvLinkState(D d, unsigned l, int *o) { G; if (!dnum(d, "nvlinks", 0)) return 3; if (l >= dnum(d, "nvlinks", 0)) return 2; *o = dnum(d, "nvlink_active", 1); return OK; }
EXPORT R nvmlDeviceGetNvLinkRemoteDeviceType(D d, unsigned l, int *o) { G; (void)l; *o = dnum(d, "nvlink_remote", 2); return OK; }
EXPORT R nvmlDeviceGetNvLinkRemotePciInfo_v2(D d, unsigned l, struct pci *p) { G; (void)l; memset(p, 0, sizeof *p); p->bus = dnum(d, "nvlink_peer", 0) + 1;
    snprintf(p->busid, 32, "%08X:%02X:%02X.0", 0, p->bus, 0); return OK; }
EXPORT R nvmlDeviceGetTopologyCommonAncestor(D d, D e, int *o) { G; if (d == e) return 2; *o = dnum(d, "path", 40); return OK; }

/* ---- processes: "proc PID BYTES" pairs, comma separated; 18446744073709551615 = not available (WDDM) ---- */
struct proc2 { unsigned pid; unsigned long long mem; unsigned gi, ci; };
static R procs(D d, unsigned *n, struct proc2 *p) {
    const char *v = dget(d, "procs"); unsigned c = 0, cap = *n; if (!v) { *n = 0; return OK; }
    while (v && *v) { unsigned pid; unsigned long long m; if (sscanf(v, "%u %llu", &pid, &m) != 2) break;
        if (p && c < cap) p[c] = (struct proc2){pid ? pid : (unsigned)getpid(), m, ~0u, ~0u};
        c++; v = strchr(v, ','); if (v) v++; }
    *n = c; return c > cap || !p ? 7 : OK; }
EXPORT R nvmlDeviceGetComputeRunningProcesses_v2(D d, unsigned *n, struct proc2 *p) { G; return procs(d, n, p); }
EXPORT R nvmlDeviceGetGraphicsRunningProcesses_v2(D d, unsigned *n, struct proc2 *p) { G; *n = 0; (void)p; return OK; }
#if DRIVER >= 510
EXPORT R nvmlDeviceGetComputeRunningProcesses_v3(D d, unsigned *n, struct proc2 *p) { G; return procs(d, n, p); }
EXPORT R nvmlDeviceGetGraphicsRunningProcesses_v3(D d, unsigned *n, struct proc2 *p) { G; *n = 0; (void)p; return OK; }
#endif
struct pu { unsigned pid; unsigned long long ts; unsigned sm, mem, enc, dec; };
EXPORT R nvmlDeviceGetProcessUtilization(D d, struct pu *u, unsigned *n, unsigned long long since) { G; (void)u; (void)since; *n = 0; return 6; }

/* ---- GPM: real SM / tensor / DRAM activity (Hopper and later) ---- */
#if DRIVER >= 520
struct gpms { double t; unsigned sm, tensor, dram, pcie_rx; };
struct gpmsup { unsigned version, supported; };
EXPORT R nvmlGpmQueryDeviceSupport(D d, struct gpmsup *s) { G; s->supported = dnum(d, "cc", 90) >= 90; return OK; }
EXPORT R nvmlGpmSampleAlloc(struct gpms **s) { *s = calloc(1, sizeof **s); return *s ? OK : 20; }
EXPORT R nvmlGpmSampleFree(struct gpms *s) { free(s); return OK; }
EXPORT R nvmlGpmSampleGet(D d, struct gpms *s) { G; *s = (struct gpms){now(), dnum(d, "sm_active", 0), dnum(d, "tensor", 0), dnum(d, "dram", 0), dnum(d, "gpm_pcie_rx", 0)}; return OK; }
struct gpmm { unsigned id; R ret; double value; struct { char *a, *b, *c; } info; };
struct gpmg { unsigned version, n; struct gpms *s1, *s2; struct gpmm m[]; };
EXPORT R nvmlGpmMetricsGet(struct gpmg *g) { if (!g->s1 || !g->s2) return 2;
    for (unsigned i = 0; i < g->n; i++) { struct gpmm *m = &g->m[i]; m->ret = OK;
        switch (m->id) { case 2: m->value = g->s2->sm; break; case 5: m->value = g->s2->tensor; break;
                         case 10: m->value = g->s2->dram; break; case 21: m->value = g->s2->pcie_rx; break; default: m->ret = 3; } }
    return OK; }
#endif
