import type { BackgroundEntry, EndpointEntry } from './catalogue.ts';

/** Memory and time of functions whose definition does not say. Processor time comes with memory: 1 GB is over half a processor. */
export const DEFAULT_MEMORY_MB = 1024;

/** Just below the 30 seconds after which API Gateway stops waiting. */
export const DEFAULT_TIMEOUT_SECONDS = 29;

export const timeoutSeconds = ({ handler }: EndpointEntry | BackgroundEntry): number =>
  handler.definition.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
