import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from '../share-links/calls.ts';
import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function viewCalls(service: () => Service) {
  const trader = useTrader({ service, lasting: true });
  const { request, act, issued } = trader;
  const { share, links, open, shared } = shareLinksCalls(service, trader);
  return { request, act, issued, share, links, open, shared };
}
