import { problems } from '#kit/contract.ts'

/** The limit of mails per person and hour. */
export const mailsAnHour = 20

export const mailProblem = problems({
  bad_address: [400, 'Please enter a single email address.'],
  mail_refused: [400, 'We couldn’t deliver the email because the address was refused. Please check it.'],
  mail_limit: [429, `You can send at most ${mailsAnHour} emails an hour. Please try again later.`],
})
