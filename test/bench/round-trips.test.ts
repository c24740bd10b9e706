import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { sampled } from '../support/effort.ts';
import { useOwnService } from '../support/service.ts';
import { type Cost, measureEndpoint } from './measure.ts';
import { startRegisters } from './registers.ts';
import { seed, type World } from './requests.ts';
import { beyond, exceptions, fewestRoundTrips } from './targets.ts';

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
      const asDeclared = (cost: Cost): boolean => beyond(cost).length === 0 && cost.roundTrips >= fewestRoundTrips(cost);
      // The values that a process keeps from one call to the next are read in its first.
      const first = await measureEndpoint(world, entry, 1, false);
      const second = asDeclared(first) ? first : await measureEndpoint(world, entry, 1);
      // One in twenty calls of the authority opens a block of the window that it is counted in, which takes one more round trip.
      const cost = asDeclared(second) ? second : await measureEndpoint(world, entry, 1);
      expect(beyond(cost)).toEqual([]);
      expect(cost.roundTrips).toBeGreaterThanOrEqual(fewestRoundTrips(cost));
    },
  );

  it('exceptions are for existing endpoints', () => {
    const names = endpoints.map(({ name }) => name);
    expect(exceptions.filter(name => !names.includes(name))).toEqual([]);
  });
});
