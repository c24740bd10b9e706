/** Records the service's calls to the authority's list, and can replace responses by errors. */

export interface ListCall {
  cif: string;
  /** Instants, in epoch milliseconds. */
  from: number;
  to: number;
  page: number;
}

export interface ListLog {
  calls: ListCall[];
  /** Tax ids for which the response is that the token has no rights. */
  refused: Set<string>;
  stop(): void;
}

/** Records list calls until it is stopped. The service must be running, since this wraps its hook for calls. */
export function logLists(): ListLog {
  const send = globalThis.fetch;
  const log: ListLog = { calls: [], refused: new Set(), stop: () => void (globalThis.fetch = send) };
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    if (!pathname.endsWith('/listaMesajePaginatieFactura')) return send(input, init);
    const cif = searchParams.get('cif') ?? '';
    const [from, to, page] = ['startTime', 'endTime', 'pagina'].map(name => Number(searchParams.get(name)));
    log.calls.push({ cif, from: from!, to: to!, page: page! });
    if (!log.refused.has(cif)) return send(input, init);
    return Response.json({ eroare: `Nu aveti drept in SPV pentru CIF=${cif}`, titlu: 'Lista Mesaje' });
  };
  return log;
}
