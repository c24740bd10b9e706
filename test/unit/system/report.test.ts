import { describe, expect, test } from 'vitest';
import { checksOf, statusOf } from '#shared/app/system/report.ts';

const WELL = { database: true, queue: true, storage: true, freeDisk: 500 };

describe('checksOf, statusOf', () => {
  test.each([
    [WELL, 'healthy', []],
    [{ ...WELL, queue: false }, 'degraded', ['queue']],
    [{ ...WELL, storage: false }, 'degraded', ['storage']],
    [{ ...WELL, freeDisk: 63 }, 'degraded', ['diskSpace']],
    [{ ...WELL, freeDisk: 64 }, 'healthy', []],
    [{ ...WELL, database: false }, 'unhealthy', ['database']],
    [{ database: false, queue: false, storage: false, freeDisk: 0 }, 'unhealthy', ['database', 'queue', 'storage', 'diskSpace']],
  ] as const)('%j is %s', (findings, status, failing) => {
    const checks = checksOf(findings);
    expect(statusOf(checks)).toBe(status);
    expect(
      Object.entries(checks)
        .filter(([, { ok }]) => !ok)
        .map(([name]) => name),
    ).toEqual(failing);
  });
});
