import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { now } from '#shared/base/kernel/clock.ts';
import { loadCatalogue } from '../catalogue.ts';
import { alarmsOf, type StageAlarms } from './alarms.ts';
import type { Incident } from './incident.ts';
import { onSystem, prepare, type System, tally, type Tally } from './system.ts';

/** One incident as it went. */
export interface Played extends Tally {
  id: string;
  /** How long it took to play. */
  seconds: number;
  /** The alarms that rang, each with the minutes after which it did, in their order. */
  rang: { alarm: string; minutes: number }[];
  /** What was not as it should be: an alarm that stayed quiet, or something that was not as the incident expects. */
  problems: string[];
}

/** Plays incidents one after the other, each on a system of its own. */
export async function gameDay(incidents: readonly Incident[], onPlayed: (played: Played) => void): Promise<Played[]> {
  const catalogue = await loadCatalogue();
  const alarms = await alarmsOf(catalogue);
  const folder = mkdtempSync(join(tmpdir(), 'invoicing-game-day-'));
  const all: Played[] = [];
  try {
    await prepare(join(folder, 'prepared'));
    for (const incident of incidents) {
      const dataDir = join(folder, incident.id);
      cpSync(join(folder, 'prepared'), dataDir, { recursive: true });
      const options = { catalogue, alarms, dataDir, aroundTable: incident.aroundTable };
      const played = await onSystem(options, system => play(incident, system, alarms));
      all.push(played);
      onPlayed(played);
      rmSync(dataDir, { recursive: true, force: true });
    }
    return all;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function play({ id, happens, rings }: Incident, system: System, { alarms }: StageAlarms): Promise<Played> {
  const [began, started] = [now().getTime(), performance.now()];
  const problems = await happens(system).catch((error: unknown) => [String(error)]);
  await system.settle();
  const rang = alarms
    .flatMap(alarm => {
      const at = system.watch.metrics.ringsAt(alarm, began);
      return at === undefined ? [] : [{ alarm: alarm.id, minutes: Math.ceil((at - began) / 60_000) }];
    })
    .toSorted((a, b) => a.minutes - b.minutes);
  const quiet = rings.filter(wanted => !rang.some(({ alarm }) => alarm === wanted));
  return {
    id,
    seconds: Math.round((performance.now() - started) / 1000),
    ...(await tally(system)),
    rang,
    problems: [...(problems ?? []), ...quiet.map(alarm => `The alarm ${alarm} stays quiet.`)],
  };
}
