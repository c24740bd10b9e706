import type { BackgroundEntry, EndpointEntry } from '../catalogue.ts';

/** Memory of functions whose definition does not set it. Lambda assigns processor time by memory: 1 GB is over half a processor. */
export const DEFAULT_MEMORY_MB = 1024;

/** Just below the 30 seconds after which API Gateway stops waiting. */
export const DEFAULT_TIMEOUT_SECONDS = 29;

export const timeoutSeconds = ({ handler }: EndpointEntry | BackgroundEntry): number =>
  handler.definition.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
