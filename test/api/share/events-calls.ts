import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from '../share-links/calls.ts';
import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function eventsCalls(service: () => Service) {
  const trader = useTrader({ service, lasting: true });
  const { scope, request, detailOf } = trader;
  const { share, links, open, shared } = shareLinksCalls(service, trader);

  const typesOf = async (id: string, ...types: string[]) =>
    (await detailOf(id)).events.filter(event => types.includes(event.type));
  return { scope, request, share, links, open, shared, typesOf };
}
