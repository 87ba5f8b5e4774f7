/** `Forest friends ; bk. 2` → its name and the number in it. */
export function seriesOf(series: string): { name: string; volume: string } {
  const [, before = '', after = ''] = /^(.*?)\s*;\s*([^;]*)$/s.exec(series) ?? []
  const [name, volume] = /\d|^[ivxlcdm]+\W*$|^(?:bk|book|no|number|vol|volume|v|pt|part)\b/i.test(after)
    ? [before, after]
    : [series, '']
  return {
    name: name.replace(/\s+(?=[:;,.](?:\s|$))/g, '').replace(/^[\s–—-]+|[\s,.:]+$/g, ''),
    volume: volume.replace(/^(?:bk|book|no|number|vol|volume|v|pt|part|#)\.?\s*(?=\d)/i, '').replace(/[\s,.]+$/, ''),
  }
}
