import { localInstant, now, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Service } from '../service.ts';

/**
 * Advances the clock to the next day's noon in Romania. Anchors are taken at night, at a time that depends on the company: from noon on, a
 * day and a few hours more contain the anchor of the day on which they end, whenever the test is run.
 */
export function advanceToNoon(service: Service): Promise<void> {
  const noon = Date.parse(localInstant(addDays(today(), 1), '12:00'));
  return service.advance(`PT${Math.ceil((noon - now().getTime()) / 1000)}S`);
}
