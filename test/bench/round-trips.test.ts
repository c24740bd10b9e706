import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { tableAccess } from '#shared/platform/lambda/grants.ts';
import { sampled } from '../support/effort.ts';
import { useOwnService } from '../support/service.ts';
import { type Cost, measureEndpoint } from './measure.ts';
import { startRegisters } from './registers.ts';
import { seed, type World } from './requests.ts';
import { beyond, EXCEPTIONS, ROUND_TRIPS } from './targets.ts';

const { endpoints } = await loadCatalogue();
const chosen = sampled(endpoints, ({ name }) => name);
const service = useOwnService();
let world: World;
let registers: Awaited<ReturnType<typeof startRegisters>>;

beforeAll(async () => {
  registers = await startRegisters();
  world = await seed(service());
});
afterAll(() => registers.stop());

describe('a call takes one round trip of admission, one of its own reads, one more for writes, and never a scan', () => {
  it.each(chosen.map(entry => [`${entry.handler.definition.method} ${entry.handler.definition.path}`, entry] as const))(
    '%s',
    async (_, entry) => {
      const { roundTrips: most = 0, fewest = most } = EXCEPTIONS[entry.name] ?? {};
      const asDeclared = (cost: Cost): boolean => beyond(cost).length === 0 && cost.roundTrips >= fewest;
      // The values that a process keeps from one call to the next are read in its first.
      const first = await measureEndpoint(world, entry, 1, false);
      const second = asDeclared(first) ? first : await measureEndpoint(world, entry, 1);
      // One in twenty calls of the authority opens a block of the window that it is counted in, which takes one more round trip.
      const cost = asDeclared(second) ? second : await measureEndpoint(world, entry, 1);
      expect(beyond(cost)).toEqual([]);
      // An exception that is not needed any more must be removed.
      expect(cost.roundTrips).toBeGreaterThanOrEqual(fewest);
    },
  );

  it('exceptions are for existing endpoints, and for more than all may take', () => {
    for (const [name, { roundTrips }] of Object.entries(EXCEPTIONS)) {
      const entry = endpoints.find(one => one.name === name);
      expect(entry, name).toBeDefined();
      expect(roundTrips, name).toBeGreaterThan(
        tableAccess(entry?.handler.definition ?? {}) === 'write' ? ROUND_TRIPS.write : ROUND_TRIPS.read,
      );
    }
  });
});
