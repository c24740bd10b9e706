import type { Service } from '../../support/service.ts';

/** Requests of these tests. */
export function invoiceEmailsCalls(service: () => Service) {
  async function runTwice(): Promise<void> {
    for (let run = 0; run < 2; run++) await service().api('POST', '/_local/schedules/scheduled-emails/run');
    await service().idle();
  }
  return { runTwice };
}
