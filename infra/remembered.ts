/** A function of a text that works each result out once: what it reads must not change meanwhile. A promise that fails stays failed. */
export function remembered<Result>(workOut: (key: string) => Result): (key: string) => Result {
  const results = new Map<string, Result>();
  return key => {
    if (!results.has(key)) results.set(key, workOut(key));
    return results.get(key) as Result;
  };
}
