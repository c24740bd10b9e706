import { expect } from 'vitest';
import type { Service } from '../../support/service.ts';

import { type Delivery, type Hook, useWebhooks } from '../../support/webhooks/company.ts';
import { EMITTED, emit } from '../../support/webhooks/emit.ts';
import type { Receiver } from '../../support/webhooks/receiver.ts';
import { Webhook as StandardWebhook } from 'standardwebhooks';

export const standard = (secret: string) => new StandardWebhook(secret.replace('whsec_', ''));

/** Whether the library verifies the signature of the request; the clock of the service may differ from the library's. */
export const isSignedBy = (secret: string, { raw, headers, body }: Receiver['requests'][number]): boolean => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(standard(secret).sign(body.id, at, raw));
};

/** Webhooks, and requests about their deliveries for several files. */
export function useDeliveries(service: () => Service) {
  const webhooks = useWebhooks(service);
  const { hook, deliveries, request } = webhooks;

  const deliveryOf = async (own: Hook['own'], uuid: string, id = ''): Promise<Delivery> =>
    (await request<Delivery>(own, 'GET', `/${uuid}/deliveries/${id}`)).body;

  /** A receiver with this response three times gets the same message a fourth time. */
  async function isRepeated(status: number): Promise<void> {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    to.answer = place => ({ status: place < 3 ? status : 204, headers: { location: 'http://127.0.0.1:1/' } });
    await emit(own.company, ['one']);
    // The first attempt is made before the clock is set: the waits are counted from it.
    await service().idle();
    for (const wait of ['PT10S', 'PT6M', 'PT1H']) await service().advance(wait);
    expect(to.requests.map(({ body }) => body.id)).toEqual(Array(4).fill(to.requests[0]?.body.id));
    const { data } = await deliveries(own, uuid);
    expect(data.map(one => [one.attempt, one.status, one.responseCode])).toEqual([
      [4, 'success', 204],
      [3, 'failed', status],
      [2, 'failed', status],
      [1, 'failed', status],
    ]);
    expect((await deliveries(own, uuid, '?status=failed&limit=1')).total).toBe(3);
  }

  return { ...webhooks, deliveryOf, isRepeated };
}
