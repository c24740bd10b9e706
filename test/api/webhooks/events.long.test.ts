import { describe, expect, it } from 'vitest';
import { EVENTS } from '#shared/output/webhooks/events.ts';
import type { Notification } from '#shared/output/webhooks/notification.ts';
import { readyCompany } from '../../support/invoices.ts';
import { type Scope, useOwnService } from '../../support/service.ts';
import { everyEvent } from '../../support/webhooks/every-event.ts';
import { storedNotifications } from '../../support/webhooks/stored.ts';

const service = useOwnService();

/** The notifications in the company's items. */
async function notificationsOf({ company }: Scope): Promise<Notification[]> {
  return (await Promise.all(['INV#', 'PRO#', 'DN#', 'NOTIFY#'].map(prefix => storedNotifications(company, prefix)))).flat();
}

describe('webhook events (WHK-36 to WHK-41)', () => {
  it('every event is published by its cause, with the payload of its schema', async () => {
    const told = await notificationsOf(await everyEvent(service(), await readyCompany(service())));
    const wrong = told.flatMap(({ type, data }) => {
      const result = EVENTS[type].data.safeParse(data);
      return result.success ? [] : [{ type, data, issues: result.error.issues }];
    });
    expect(wrong).toEqual([]);
    expect([...new Set(told.map(one => one.type))].toSorted()).toEqual(Object.keys(EVENTS).toSorted());
  });
});
