import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClock } from '../../../infra/local/clock.ts';
import { localInstant, today } from '#shared/base/kernel/clock.ts';

/** The folder for test data: in memory on Linux, since tests do not test the disk. In a container it may be too small for a run. */
const SHM = '/dev/shm';
const ROOM_BYTES = 2 ** 31;
const FOLDER = existsSync(SHM) && roomIn(SHM) >= ROOM_BYTES ? SHM : tmpdir();

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * A folder for the data of a service. Its clock starts in the morning in Romania, so that no test depends on the time of day at which it
 * runs.
 */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(FOLDER, 'invoicing-test-'));
  const clock = openClock(folder);
  clock.set(localInstant(today(), '10:00'));
  clock.close();
  return folder;
}
