export const english = {
  /** The specification’s sentence, to the letter. */
  genericFailure:
    "Error performing this operation. Please try again later. If error persists, please contact the provider's support.",
  unreachable: 'We can’t reach the service. Please check your connection and try again.',
  // Refusals of the server
  busy: 'The service is busy. Please try again in a moment.',
  pleaseSignIn: 'Please sign in.',
  notAllowed: 'You don’t have permission to do this.',
  today: 'Today',
  yesterday: 'Yesterday',
  lastWeek: 'Last 7 days',
  justNow: 'Just now',
  minuteAgo: 'minute ago',
  minutesAgo: 'minutes ago',
} as const
