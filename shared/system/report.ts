/** The prefix that a check of the bucket lists: no file lies there, so nothing is learnt from it. */
export const CHECKED_PREFIX = 'HEALTH';

/** What the service depends on, in the names of completions-accounts §24. */
export const DEPENDENCIES = ['database', 'queue', 'storage', 'cache', 'diskSpace'] as const;

export interface Check {
  ok: boolean;
  message: string;
}

/** What was found of the dependencies that can fail. */
export interface Findings {
  database: boolean;
  queue: boolean;
  storage: boolean;
  /** Megabytes. */
  freeDisk: number;
}

/** Less room for temporary files than this is too little for an archive or a PDF (Lambda gives 512 MB). */
const LEAST_DISK = 64;

/** Each dependency as administrators see it; no details of failures, which stand in the logs. */
export function checksOf({ database, queue, storage, freeDisk }: Findings): Record<(typeof DEPENDENCIES)[number], Check> {
  const answers = (ok: boolean, subject: string): Check => ({
    ok,
    message: ok ? `${subject} answers.` : `${subject} does not answer within 2 seconds.`,
  });
  return {
    database: answers(database, 'The table'),
    queue: answers(queue, 'The queue service'),
    storage: answers(storage, 'The bucket of documents'),
    cache: { ok: true, message: 'Each process caches in its own memory; there is no cache service.' },
    diskSpace: { ok: freeDisk >= LEAST_DISK, message: `${freeDisk} MB are free for temporary files.` },
  };
}

/** `unhealthy`: nothing works without the table; `degraded`: requests are answered, but files, mails or background work wait. */
export const statusOf = (checks: Partial<Record<string, Check>>): 'healthy' | 'degraded' | 'unhealthy' => {
  if (checks['database']?.ok === false) return 'unhealthy';
  return Object.values(checks).every(check => check?.ok) ? 'healthy' : 'degraded';
};
