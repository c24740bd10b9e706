import { ARCHIVE_SLOT, type ExportItem, exportKey, slotKey } from '#shared/documents/invoices/export/model.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { interruptEveryCall } from '../faults/every-call.ts';
import type { Service } from '../service.ts';

interface Job {
  company: CompanyId;
  id: string;
  /** Its record before each of its runs. */
  records: readonly ExportItem[];
}

/** The runs of the worker that makes an archive or a hand-over file, part by part; each can be repeated. */
export function exportRuns(service: () => Service, job: () => Job) {
  /** Puts the job back to before a run. */
  async function goBackTo(run: number): Promise<void> {
    const { company, id, records } = job();
    const record = records[run];
    const { version = 0 } = (await getItem<ExportItem>(exportKey(company, id))) ?? {};
    if (!record) throw new Error(`There is no run ${run}.`);
    const until = service().runtime.clock.now() + 3_600_000;
    const slot = { ...slotKey(company, ARCHIVE_SLOT), kind: 'export-slot' as const, exportId: id, until };
    await transact([put({ ...record, version: version + 1 }), put(slot)]);
  }

  const start = (run: number): Promise<void> =>
    sendMessage(rareWork('build-export', { companyId: job().company, id: job().id, run }));

  /** Lets a run die at its calls, or lose their answers, until another worker completes the job. @returns the number of calls */
  const interrupted = (run: number, check: (what: string) => Promise<unknown>): Promise<number> =>
    interruptEveryCall(service(), {
      name: 'workers-build-export',
      step: 5,
      run: async what => {
        await goBackTo(run);
        await start(run);
        await service().idle();
        // Twice the visibility timeout of the queue.
        for (let n = 0; n < 2; n++) await service().advance('PT12M');
        await check(`run ${run}, ${what}`);
      },
      check: () => Promise.resolve(),
    });

  return { goBackTo, start, interrupted };
}
