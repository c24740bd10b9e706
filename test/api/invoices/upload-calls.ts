import { randomInt, randomUUID } from 'node:crypto';
import { type Trader, useTrader } from '../../support/trader.ts';

interface Received {
  number: string;
  standard: string;
  sha256: string;
  b2c: boolean;
  extern: boolean;
  autofactura: boolean;
}
export const digits = String(randomInt(10_000_000, 99_999_999));

/** Requests of these tests. */
export function uploadCalls() {
  const { service, scope, request, act, draft, inForce, detailOf, become, creditDraft, newTrader } = useTrader({
    connected: true,
  });

  const upload = (id: string, by: Pick<Trader, 'act'> = { act }) => by.act(id, 'upload');
  /** The uploads to the authority of the last request. */
  const callsOfUpload = () => {
    const calls = service()
      .runtime.meter.last(1)
      .flatMap(request => request.calls);
    return calls.filter(call => call.service === 'taxauth' && call.operation.startsWith('upload')).map(call => call.operation);
  };

  const received = async (number: string): Promise<Received[]> => {
    const { body } = await service().api('GET', '/_local/taxauth/received');
    return (body as { uploads: Received[] }).uploads.filter(one => one.number === number);
  };

  const client = (overrides: object) =>
    service().newClient(scope, { name: randomUUID(), cui: null, vatCode: null, isVatPayer: false, ...overrides });
  return {
    service,
    scope,
    request,
    act,
    draft,
    inForce,
    detailOf,
    become,
    creditDraft,
    newTrader,
    upload,
    callsOfUpload,
    received,
    client,
  };
}
