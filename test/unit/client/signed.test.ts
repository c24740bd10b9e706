import { expect, it } from 'vitest';
import { machineSeconds } from '#shared/base/kernel/clock.ts';
import { signedRequest as ofTheService } from '#shared/app/webhooks/deliveries/sign.ts';
import { isSecret, newSecret, signedRequest } from '../../../clients/cli/src/signed.ts';

const event = { id: '0198c1f2-7d3a-7c55-8f4e-2b1a9c0d3e4f', type: 'invoice.issued', data: { clientName: 'Șantierul Verde' } };

it('the request of `webhooks listen` is that of a delivery, header by header', () => {
  const secret = newSecret();
  const { headers, body } = signedRequest(event, secret, machineSeconds());
  const { headers: theirs, payload } = ofTheService(
    { ...event, payload: JSON.stringify(event) },
    { secrets: [secret], deliveryId: event.id },
  );
  expect(body).toBe(payload);
  // Both may be made in different seconds.
  expect(signedRequest(event, secret, Number(theirs['webhook-timestamp'])).headers).toEqual(theirs);
  expect(Object.keys(headers)).toEqual(Object.keys(theirs));
});

it.each([
  [newSecret(), true],
  [`whsec_${Buffer.alloc(24).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(23).toString('base64')}`, false],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
  [newSecret().slice(6), false],
  ['whsec_', false],
  ['', false],
])('%s is a secret: %s', (text, expected) => expect(isSecret(text)).toBe(expected));
