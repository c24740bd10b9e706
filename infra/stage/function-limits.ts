import type { BackgroundEntry, EndpointEntry } from '../catalogue.ts';

/**
 * The memory of a function, by which Lambda assigns processor time: 1 GB is over half a processor. A caller waits for an endpoint; one that
 * mostly waits for the tax authority itself states less. What nobody waits for spends its time waiting for other services, and needs some
 * 65 MB for its code.
 */
export const memoryMb = ({ handler: { definition } }: EndpointEntry | BackgroundEntry): number =>
  definition.memory ?? (definition.kind === 'endpoint' ? 1024 : 512);

/** Just below the 30 seconds after which API Gateway stops waiting. */
export const DEFAULT_TIMEOUT_SECONDS = 29;

export const timeoutSeconds = ({ handler }: EndpointEntry | BackgroundEntry): number =>
  handler.definition.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
