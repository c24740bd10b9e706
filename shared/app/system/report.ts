/** The prefix that the health check of the bucket lists. No file has it, so that the check reveals nothing. */
export const CHECKED_PREFIX = 'HEALTH';

/** The dependencies of the service, named as in REQ-83. */
export const DEPENDENCIES = ['database', 'queue', 'storage', 'cache', 'diskSpace'] as const;

export interface Check {
  ok: boolean;
  message: string;
}

/** Results of checking the dependencies that can fail. */
export interface Findings {
  database: boolean;
  queue: boolean;
  storage: boolean;
  /** Megabytes. */
  freeDisk: number;
}

/** Minimum of free megabytes for temporary files: an archive or a PDF needs as much (Lambda provides 512 MB). */
const LEAST_DISK = 64;

/** The state of each dependency as administrators see it, without details of failures, which are in the logs. */
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
