import { expect, it } from 'vitest';
import { daysBack } from '#shared/documents/received-sync/state.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const DAY = 86_400_000;
const ago = (days: number, seconds = 0): string => new Date(NOW.getTime() - days * DAY - seconds * 1000).toISOString();

it.each([
  // The first run: the number of the company, at most what the authority keeps.
  [{ lastSyncedAt: null, syncDaysBack: 1 }, undefined, 1],
  [{ lastSyncedAt: null, syncDaysBack: 30 }, undefined, 30],
  [{ lastSyncedAt: null, syncDaysBack: 60 }, undefined, 60],
  [{ lastSyncedAt: null, syncDaysBack: 365 }, undefined, 60],
  [{ lastSyncedAt: null, syncDaysBack: 30 }, 5, 5],
  [{ lastSyncedAt: null, syncDaysBack: 30 }, 60, 60],
  // Later runs: the days since the last one and one more, at least ten.
  [{ lastSyncedAt: ago(0), syncDaysBack: 30 }, undefined, 10],
  [{ lastSyncedAt: ago(8), syncDaysBack: 30 }, undefined, 10],
  [{ lastSyncedAt: ago(9), syncDaysBack: 30 }, undefined, 10],
  [{ lastSyncedAt: ago(10, -1), syncDaysBack: 30 }, undefined, 10],
  [{ lastSyncedAt: ago(10), syncDaysBack: 30 }, undefined, 11],
  [{ lastSyncedAt: ago(11, -1), syncDaysBack: 30 }, undefined, 11],
  [{ lastSyncedAt: ago(58), syncDaysBack: 1 }, undefined, 59],
  [{ lastSyncedAt: ago(59), syncDaysBack: 1 }, undefined, 60],
  [{ lastSyncedAt: ago(200), syncDaysBack: 1 }, undefined, 60],
  // The requested number, but no gap since the last run.
  [{ lastSyncedAt: ago(0), syncDaysBack: 30 }, 1, 1],
  [{ lastSyncedAt: ago(0), syncDaysBack: 30 }, 60, 60],
  [{ lastSyncedAt: ago(3), syncDaysBack: 30 }, 1, 4],
  [{ lastSyncedAt: ago(3), syncDaysBack: 30 }, 20, 20],
  [{ lastSyncedAt: ago(30), syncDaysBack: 1 }, null, 31],
])('with %j, requested %s, a run goes back %i days', (company, asked, days) => {
  expect(daysBack(company, NOW, asked)).toBe(days);
});
