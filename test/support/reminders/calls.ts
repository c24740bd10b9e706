import { expecting } from '../../../infra/local/api-client.ts';
import { turnForward } from '../../../infra/local/control/turn.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { localInstant } from '#shared/base/kernel/clock.ts';
import type { Answered, Email, Refusal } from '../contract.ts';
import { call } from '../invoices.ts';
import type { Scope, Service } from '../service.ts';

/** The response of `/api/v1/reminder-settings`. */
export interface ReminderSettings {
  enabled: boolean;
  offsets: number[];
  sendTime: string;
  attachPdf: boolean;
  minBalance: number;
  language: 'ro' | 'en' | null;
  templates: Record<string, { subject: string | null; body: string | null }>;
  excludedClientIds: string[];
  internalNotices: boolean;
}

/** Requests of tests about reminders. */
export function reminderCalls(service: () => Service) {
  const change = (scope: Scope, body: object): Promise<Answered<ReminderSettings & Refusal>> =>
    call(service(), scope, 'PUT', '/reminder-settings', body);
  /** Switches the reminders of a company on, without PDF, which would need the browser. */
  const enable = (scope: Scope, body: object = {}): Promise<ReminderSettings> =>
    expecting<ReminderSettings>(200, 'Settings', change(scope, { enabled: true, attachPdf: false, ...body }));
  /** Runs the schedule the given number of times. */
  const run = async (times = 1): Promise<void> => {
    for (let time = 0; time < times; time++) await service().api('POST', '/_local/schedules/reminders/run');
    await service().idle();
  };
  /** Sets the clock forward to a time in Bucharest, and runs what is due then. */
  const turnTo = async (day: string, time: string): Promise<void> => {
    const to = localInstant(day, time);
    if (Date.parse(to) < now().getTime()) throw new Error(`${to} has passed.`);
    await turnForward(service().runtime.clock, { set: to }, () => service().idle());
    await run();
  };
  /** The reminders of an invoice, oldest first. */
  const reminders = async (scope: Scope, id: string): Promise<Email[]> =>
    (await call<Email[]>(service(), scope, 'GET', `/invoices/${id}/emails`)).body
      .filter(({ metadata }) => metadata?.reminderType !== undefined)
      .reverse();
  /** Their offsets. */
  const offsets = async (scope: Scope, id: string): Promise<unknown[]> =>
    (await reminders(scope, id)).map(({ metadata }) => metadata?.offsetDays);
  return { change, enable, run, turnTo, reminders, offsets };
}
