export const headers = ({ headers }: { headers: Headers }, ...names: string[]) => names.map(name => headers.get(name));
