/** User-agent names of search engines, archives, assistants and link previews; case does not matter. */
const names = [
  ...['Googlebot', 'GoogleOther', 'Google-InspectionTool', 'bingbot', 'DuckDuckBot', 'Applebot', 'YandexBot'],
  ...['Baiduspider', 'SeznamBot', 'PetalBot', 'Qwantbot', 'MojeekBot', 'Amazonbot', 'Bytespider', 'CCBot'],
  ...['GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ClaudeBot', 'PerplexityBot', 'meta-externalagent'],
  ...['AhrefsBot', 'SemrushBot', 'MJ12bot', 'DotBot', 'BLEXBot', 'archive.org_bot', 'ia_archiver'],
  ...['facebookexternalhit', 'Twitterbot', 'LinkedInBot', 'Slackbot', 'Discordbot'],
]
const known = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'i')

/** Whether a known crawler calls. Others look like people, and are treated as people. */
export const isCrawler = (userAgent: string | undefined): boolean => userAgent !== undefined && known.test(userAgent)
