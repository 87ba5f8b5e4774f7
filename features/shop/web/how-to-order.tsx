/** For whoever orders here for the first time. */
export const HowToOrder = () => (
  <section className="how-to-order" aria-labelledby="how-to-order">
    <h2 id="how-to-order">How ordering works</h2>
    <ol>
      <li>
        <b>Fill your cart.</b> If somebody must approve it first, get a quote as PDF: its prices hold for 30 days.
      </li>
      <li>
        <b>Review the order.</b> Your organisation, the contacts, tax and postage are shown before anything is ordered.
      </li>
      <li>
        <b>Pay by card, or ask for an invoice.</b> It is due in 30 days. Papers are mailed to your contacts.
      </li>
      <li>
        <b>Begin.</b> Subscriptions start the same day, or when the present one ends. What is sent by post follows.
      </li>
    </ol>
  </section>
)
