// The database servers that an address names. As in PostgreSQL's own clients, it may name several, of which one is written to at a time.

/** One address for each server of `postgres://user@one:5432,two:5432/branchline`. */
export function addressesOf(url: string): readonly string[] {
  const [, before = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts === '' ? [url] : hosts.split(',').map((host) => before + host + rest);
}

/** Whether only a server that accepts writes may be used: the one that leads a cluster. */
export const mustBeWritable = (url: string): boolean => attributesOf(url) === 'read-write';

export function whyNoAddress(url: string): string | undefined {
  const attributes = attributesOf(url);
  if (attributes !== null && attributes !== 'read-write' && attributes !== 'any')
    return 'its target_session_attrs must be read-write or any';
  if (addressesOf(url).length > 1 && attributes === null)
    return 'it names several servers and must say which one to use: target_session_attrs=read-write';
  return undefined;
}

const attributesOf = (url: string) =>
  new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]).get('target_session_attrs');
