import { currentInvocation, type Invocation } from '../../../infra/local/invocation.ts';

/** Records which archives the service has downloaded from the authority, and whether the process has survived the download. */

export interface Download {
  /** The authority's id of the message. */
  id: string;
  invocation: Invocation | undefined;
  /** The archive arrived. If the process crashed later, it may not have been stored. */
  arrived: boolean;
  /** The authority's response was that a limit is reached: the run ends, or waits. */
  limited: boolean;
}

/** Records downloads until it is stopped. The service must be running, since this wraps its hook for calls. */
export function logDownloads(): { downloads: Download[]; stop(): void } {
  const downloads: Download[] = [];
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!url.pathname.endsWith('/descarcare')) return send(input, init);
    const download: Download = {
      id: url.searchParams.get('id') ?? '',
      invocation: currentInvocation(),
      arrived: false,
      limited: false,
    };
    downloads.push(download);
    const response = await send(input, init);
    download.arrived = response.ok;
    download.limited = response.status === 429;
    return response;
  };
  return { downloads, stop: () => void (globalThis.fetch = send) };
}

/** Whether the download may have been useless: no archive arrived, or the process died and may not have stored it. */
export const isWasted = ({ arrived, invocation }: Download): boolean => !arrived || invocation?.dead.aborted === true;
